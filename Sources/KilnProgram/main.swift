internal import KilnCommand

runKilnCommand()
