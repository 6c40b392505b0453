(() => {
  'use strict';
  const root = document.getElementById('page');
  const state = document.getElementById('state');
  const shown = new Map(), bound = new Map();
  let ended = false;

  const say = (text, css) => { state.hidden = false; state.textContent = text; state.className = css; };

  /* Charts of this section answer to the pointer; what their predecessors heard of the window ends. */
  const bind = section => {
    if (bound.has(section.id)) { bound.get(section.id).abort(); }
    const end = new AbortController();
    bound.set(section.id, end);
    interact(
      { addEventListener: (type, heard) => window.addEventListener(type, heard, { signal: end.signal }) },
      { body: document.body, createElement: tag => document.createElement(tag), querySelectorAll: what => section.querySelectorAll(what) });
  };

  /* Somebody looks closely at it: a value, a part of the time, a text that is marked. */
  const studied = section => !ended && (section.querySelector('.tip, .brush, .reset') !== null
    || (!getSelection().isCollapsed && section.contains(getSelection().anchorNode)));

  /* What the reader has opened, hidden and scrolled stays so. */
  const keep = (old, fresh) => {
    const details = [...old.querySelectorAll('details')];
    [...fresh.querySelectorAll('details')].forEach((one, i) => { one.open = details.length > i && details[i].open; });
    const hidden = [...old.querySelectorAll('.legend li')].map(item => item.classList.contains('hid'));
    const scrolled = [...old.querySelectorAll('.wide')].map(one => [one.scrollLeft, one.scrollTop]);
    old.replaceWith(fresh);
    bind(fresh);
    [...fresh.querySelectorAll('.legend li')].forEach((item, i) => { if (hidden[i]) { item.click(); } });
    [...fresh.querySelectorAll('.wide')].forEach((one, i) => {
      if (scrolled[i]) { one.scrollLeft = scrolled[i][0]; one.scrollTop = scrolled[i][1]; }
    });
  };

  /* Replaces only what has changed, so that nothing flickers and the page stays where it was scrolled to. */
  const show = html => {
    const next = document.createElement('template');
    next.innerHTML = html;
    ['header', 'nav'].forEach(tag => {
      const old = root.querySelector(':scope > ' + tag), fresh = next.content.querySelector(tag);
      if (old.outerHTML !== fresh.outerHTML) { old.replaceWith(fresh); }
    });
    const main = root.querySelector('main');
    const sections = [...next.content.querySelectorAll('main > section')];
    const ids = new Set(sections.map(section => section.id));
    [...main.children].forEach(old => { if (!ids.has(old.id)) { old.remove(); shown.delete(old.id); } });
    sections.forEach((fresh, i) => {
      const html = fresh.outerHTML, old = document.getElementById(fresh.id);
      if (!old) {
        main.insertBefore(fresh, main.children[i] || null);
        bind(fresh);
      } else if (shown.get(fresh.id) === html || studied(old)) {
        return;
      } else {
        keep(old, fresh);
      }
      shown.set(fresh.id, html);
    });
    document.title = root.querySelector('header strong').textContent + ': ' + root.querySelector('h1').textContent;
  };

  /* A link opens the section that it leads to, also in a page that came later. */
  root.addEventListener('click', event => {
    const link = event.target.closest('nav a');
    const folded = link && document.querySelector(link.getAttribute('href') + ' > details.more');
    if (folded) { folded.open = true; }
  });

  root.querySelectorAll('main > section').forEach(section => { shown.set(section.id, section.outerHTML); bind(section); });
  const events = new EventSource('events');
  events.addEventListener('open', () => say('live', 'on'));
  events.addEventListener('page', event => show(event.data));
  events.addEventListener('end', event => {
    ended = true;
    events.close();
    show(event.data);
    say('finished: this is the final report', '');
  });
  events.addEventListener('gone', event => {
    ended = true;
    events.close();
    show(event.data);
    say('ended without a report: this is the last that it told', 'off');
  });
  events.addEventListener('error', () => { if (!ended) { say('no answer: the run may have ended; this is the last that it told', 'off'); } });
})();
