'use strict';
const list = document.getElementById('cards');
const search = document.getElementById('text');
const cards = [...list.children];
const texts = new Map();
const textOf = card => {
  if (!texts.has(card)) texts.set(card, card.textContent.toLowerCase());
  return texts.get(card);
};

const isWanted = (card, words, status) => {
  const {status: own, findings} = card.dataset;
  // Files that are up to date were converted before.
  const isAlike = own === status || status === 'converted' && own === 'upToDate';
  const isShown = status === 'finding' ? own !== 'skipped' && Number(findings) > 0 : !status || isAlike;
  return isShown && words.every(word => textOf(card).includes(word));
};

const buttons = [...document.querySelectorAll('[data-sort]')];
function update() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const status = document.querySelector('input[name=status]:checked').value;
  const wanted = cards.filter(card => isWanted(card, words, status));
  const button = buttons.find(button => button.getAttribute('aria-pressed') === 'true');
  const key = button.dataset.sort, sign = button.classList.contains('down') ? -1 : 1;
  const value = card => Number(card.dataset[key]);
  wanted.sort((a, b) => sign * (value(a) - value(b)) || a.dataset.order - b.dataset.order);
  // Taken out of the page: thousands of cards that are laid out on sight take browsers many seconds to hide.
  list.replaceChildren(...wanted);
  document.getElementById('none').hidden = wanted.length > 0;
  document.getElementById('count').textContent =
    wanted.length === cards.length ? `${cards.length} files` : `${wanted.length} of ${cards.length} files`;
}

function sort(button) {
  // Names go up first, numbers down; a second click turns the order.
  const isPressed = button.getAttribute('aria-pressed') === 'true';
  const isDown = isPressed ? !button.classList.contains('down') : button.dataset.sort !== 'order';
  for (const other of buttons) other.setAttribute('aria-pressed', other === button);
  button.classList.toggle('down', isDown);
  update();
}

let isWaiting = false;
search.addEventListener('input', () => {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => { isWaiting = false; update(); });
});
for (const input of document.querySelectorAll('input[name=status]')) input.addEventListener('change', update);
for (const button of buttons) button.addEventListener('click', () => sort(button));
for (const button of document.querySelectorAll('[data-rule]')) {
  button.addEventListener('click', () => {
    search.value = search.value === button.dataset.rule ? '' : button.dataset.rule;
    update();
  });
}
document.addEventListener('keydown', event => {
  if (event.key === '/' && event.target !== search) { event.preventDefault(); search.focus(); }
});
const controls = document.getElementById('controls');
controls.addEventListener('submit', event => event.preventDefault());
controls.hidden = false;
// The browser keeps what was typed when a page is loaded again.
update();
