extension HTMLReport {
  /// Sorts and filters the cards. It reads their attributes and texts, and makes no markup.
  static let script = """
    'use strict';
    const list = document.getElementById('cards');
    const search = document.getElementById('text');
    const cards = [...list.children];
    const texts = new Map();
    const textOf = card => {
      if (!texts.has(card)) texts.set(card, card.textContent.toLowerCase());
      return texts.get(card);
    };

    function filter() {
      const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
      const status = document.querySelector('input[name=status]:checked').value;
      let count = 0;
      for (const card of cards) {
        const isWanted = (!status || card.dataset.status === status ||
            status === 'finding' && Number(card.dataset.findings) > 0 && card.dataset.status !== 'skipped') &&
          words.every(word => textOf(card).includes(word));
        card.hidden = !isWanted;
        count += isWanted;
      }
      document.getElementById('count').textContent =
        count === cards.length ? `${count} files` : `${count} of ${cards.length} files`;
      document.getElementById('none').hidden = count > 0;
    }

    const buttons = [...document.querySelectorAll('[data-sort]')];
    function sort(button) {
      // Names go up first, numbers down; a second click turns the order.
      const isPressed = button.getAttribute('aria-pressed') === 'true';
      const isDown = isPressed ? !button.classList.contains('down') : button.dataset.sort !== 'order';
      for (const other of buttons) other.setAttribute('aria-pressed', other === button);
      button.classList.toggle('down', isDown);
      const key = button.dataset.sort, sign = isDown ? -1 : 1;
      const value = card => Number(card.dataset[key]);
      const order = (a, b) => sign * (value(a) - value(b)) || a.dataset.order - b.dataset.order;
      list.append(...cards.slice().sort(order));
    }

    let isWaiting = false;
    search.addEventListener('input', () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => { isWaiting = false; filter(); });
    });
    for (const input of document.querySelectorAll('input[name=status]')) input.addEventListener('change', filter);
    for (const button of buttons) button.addEventListener('click', () => sort(button));
    for (const button of document.querySelectorAll('[data-rule]')) {
      button.addEventListener('click', () => {
        search.value = search.value === button.dataset.rule ? '' : button.dataset.rule;
        filter();
      });
    }
    document.addEventListener('keydown', event => {
      if (event.key === '/' && event.target !== search) { event.preventDefault(); search.focus(); }
    });
    const controls = document.getElementById('controls');
    controls.addEventListener('submit', event => event.preventDefault());
    controls.hidden = false;
    // The browser keeps what was typed when a page is loaded again.
    filter();
    """
}
