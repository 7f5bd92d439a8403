'use strict';
const list = document.getElementById('cards');
const controls = document.getElementById('controls');
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

const chips = [...document.querySelectorAll('[data-rule]')];
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
  const all = `${cards.length} file${cards.length === 1 ? '' : 's'}`;
  document.getElementById('count').textContent = wanted.length === cards.length ? all : `${wanted.length} of ${all}`;
  for (const chip of chips) chip.setAttribute('aria-pressed', chip.dataset.rule === search.value);
}

function sort(button) {
  // Names and ranks go up first, numbers down; a second click turns the order.
  const isPressed = button.getAttribute('aria-pressed') === 'true';
  const isDown = isPressed ? !button.classList.contains('down') : !['order', 'worst'].includes(button.dataset.sort);
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
for (const chip of chips) {
  chip.addEventListener('click', () => {
    const rule = chip.dataset.rule;
    search.value = search.value === rule ? '' : rule;
    update();
    if (!search.value) return;
    for (const notes of list.querySelectorAll('.notes')) notes.open = notes.textContent.includes(rule);
    controls.scrollIntoView();
  });
}
document.addEventListener('keydown', event => {
  if (event.key === '/' && event.target !== search) { event.preventDefault(); search.focus(); }
});
controls.addEventListener('submit', event => event.preventDefault());
controls.hidden = false;
// The browser keeps what was typed when a page is loaded again.
update();
