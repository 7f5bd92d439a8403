"""Headless Chromium, controlled by a script."""

import base64
import json
import os
import select
import subprocess
import tempfile

from kiln import need

need("chromium")

# Longest time without any message in seconds. A browser that hangs is an error and not the end of all that wait for it.
PATIENCE = 300


class Browser:
    """A page of Chromium, controlled over a pair of pipes (the DevTools protocol).

    `events` are the messages of the page since it was opened.
    """

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.requests = os.pipe()
        self.answers, from_browser = os.pipe()
        words = [
            "chromium", "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--force-color-profile=srgb",
            "--disable-lcd-text", f"--user-data-dir={self.profile.name}", "about:blank"]

        def inherit():
            # Copied first, because either may be number 3 or 4 itself. Of copies the first has the smaller number.
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reading, 3), os.dup2(writing, 4)

        self.process = subprocess.Popen(
            words, preexec_fn=inherit, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser), os.close(from_browser)
        self.number, self.rest, self.session, self.events = 0, b"", None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        self.call("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.requests, data):]
        while (answer := self.next_message()).get("id") != self.number:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def next_message(self):
        while b"\0" not in self.rest:
            if not select.select([self.answers], [], [], PATIENCE)[0]:
                raise RuntimeError(f"Chromium has said nothing for {PATIENCE} s")
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise RuntimeError("Chromium has ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            thrown = result["exceptionDetails"].get("exception", {})
            raise RuntimeError(str(thrown.get("description") or thrown.get("value") or result["exceptionDetails"]["text"]))
        return result["result"].get("value")

    def picture(self, width, height):
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", clip=clip)["data"])

    def click(self, selector):
        """Clicks with the mouse in the middle of an element."""
        place = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
            "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def size(self, width, height, dark=False):
        """Sets the size of the window, and which colours the page is asked for."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, url):
        """Goes to a page, and waits until it is loaded."""
        self.events = []
        loader = self.call("Page.navigate", url=url)["loaderId"]

        def is_loaded(event):
            parameters = event.get("params", {})
            return parameters.get("name") == "load" and parameters.get("loaderId") == loader

        # A small page may be loaded before the call is answered.
        while not any(map(is_loaded, self.events)):
            self.events.append(self.next_message())

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.requests), os.close(self.answers)
        self.profile.cleanup()
