(() => {
  'use strict';
  const add = (parent, css, tag) => {
    const node = document.createElement(tag || 'div');
    node.className = css;
    return parent.appendChild(node);
  };
  const WIDTH = 2000, HEIGHT = 1000;
  const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 86400];
  const charts = [...document.querySelectorAll('figure.chart')].map(figure => ({
    figure,
    plot: figure.querySelector('.plot'),
    svg: figure.querySelector('.plot svg'),
    lines: [...figure.querySelectorAll('.plot path.l, .plot path.p, .plot path.b, .plot path.ra, .plot path.mark')],
    at: (figure.dataset.at || '').split(' ').filter(Boolean).map(Number),
    low: parseFloat(figure.dataset.low),
    high: parseFloat(figure.dataset.high),
    from: 0,
    to: 1,
  }));
  document.body.classList.add('live');

  /* A link opens the section that it leads to. */
  document.querySelectorAll('nav a').forEach(link => link.addEventListener('click', () => {
    const folded = document.querySelector(link.getAttribute('href') + ' > details.more');
    if (folded) { folded.open = true; }
  }));

  const two = number => String(number).padStart(2, '0');
  const clock = seconds => {
    const whole = Math.round(Math.abs(seconds));
    const text = whole < 3600
      ? Math.floor(whole / 60) + ':' + two(whole % 60)
      : Math.floor(whole / 3600) + ':' + two(Math.floor(whole % 3600 / 60)) + ':' + two(whole % 60);
    return (seconds < 0 ? '-' : '') + text;
  };

  const leave = () => charts.forEach(chart => {
    if (chart.cursor) { chart.cursor.remove(); chart.cursor = null; }
    if (chart.tip) { chart.tip.remove(); chart.tip = null; }
  });

  /* Shows only a part of the horizontal axis, from 0 to 1, of every chart over time. */
  const zoom = (from, to) => leave() || charts.filter(chart => !isNaN(chart.low)).forEach(chart => {
    chart.from = from;
    chart.to = to;
    chart.svg.setAttribute('viewBox', [from * WIDTH, 0, (to - from) * WIDTH, HEIGHT].join(' '));
    const low = chart.low + from * (chart.high - chart.low), high = chart.low + to * (chart.high - chart.low);
    const step = STEPS.find(candidate => candidate * 8 >= high - low) || 86400;
    const labels = chart.plot.querySelector('.xs');
    labels.textContent = '';
    for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
      const label = add(labels, 'x', 'span');
      label.textContent = clock(value);
      label.style.left = 100 * (value - low) / (high - low) + '%';
    }
    chart.plot.querySelectorAll('.s, .v').forEach(label => { label.hidden = from > 0 || to < 1; });
    let button = chart.figure.querySelector('.reset');
    if (from > 0 || to < 1) {
      if (!button) {
        button = add(chart.figure.querySelector('figcaption'), 'reset', 'button');
        button.textContent = 'whole time';
        button.addEventListener('click', () => zoom(0, 1));
      }
    } else if (button) {
      button.remove();
    }
  });

  /* A line at this part of the axis, on every chart over time if this is one. */
  const point = (chart, share) => {
    (isNaN(chart.low) ? [chart] : charts.filter(other => !isNaN(other.low))).forEach(other => {
      other.cursor = other.cursor || add(other.plot, 'cursor');
      other.cursor.style.left = 100 * (share - other.from) / (other.to - other.from) + '%';
    });
  };
  /* The row of the data nearest to the pointer. */
  const tell = (chart, share) => {
    let best = 0;
    chart.at.forEach((place, i) => {
      if (Math.abs(place / 1000 - share) < Math.abs(chart.at[best] / 1000 - share)) { best = i; }
    });
    const table = chart.figure.querySelector('details table');
    const row = table.tBodies[0].rows[best];
    if (!row) { return; }
    point(chart, chart.at[best] / 1000);
    chart.tip = chart.tip || add(chart.plot, 'tip');
    chart.tip.textContent = '';
    const body = add(chart.tip, '', 'table');
    [...row.cells].forEach((cell, i) => {
      if (!cell.textContent || (i > 0 && chart.figure.querySelectorAll('.legend li')[i - 1].classList.contains('hid'))) { return; }
      const line = body.insertRow();
      line.insertCell().textContent = table.tHead.rows[0].cells[i].textContent;
      line.insertCell().textContent = cell.textContent;
    });
    const place = (chart.at[best] / 1000 - chart.from) / (chart.to - chart.from);
    chart.tip.style.left = place < 0.5 ? 'calc(' + 100 * place + '% + 10px)' : 'auto';
    chart.tip.style.right = place < 0.5 ? 'auto' : 'calc(' + 100 * (1 - place) + '% + 10px)';
  };

  charts.forEach(chart => {
    const share = event => {
      const box = chart.plot.getBoundingClientRect();
      const part = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
      return chart.from + part * (chart.to - chart.from);
    };
    let start = null, brush = null;
    chart.plot.addEventListener('pointermove', event => {
      if (chart.at.length) { tell(chart, share(event)); } else { point(chart, share(event)); }
      if (start !== null) {
        brush = brush || add(chart.plot, 'brush');
        const scale = place => 100 * (place - chart.from) / (chart.to - chart.from);
        const ends = [scale(start), scale(share(event))].sort((a, b) => a - b);
        brush.style.left = ends[0] + '%';
        brush.style.width = ends[1] - ends[0] + '%';
      }
    });
    chart.plot.addEventListener('pointerleave', leave);
    [...chart.figure.querySelectorAll('.legend li')].forEach((item, i) => item.addEventListener('click', () => {
      const hidden = item.classList.toggle('hid');
      chart.lines.filter(line => line.dataset.s === String(i)).forEach(line => { line.style.display = hidden ? 'none' : ''; });
    }));
    if (isNaN(chart.low)) { return; }
    chart.plot.classList.add('zoom');
    chart.plot.title = '';
    chart.plot.addEventListener('pointerdown', event => {
      if (event.pointerType === 'mouse') { start = share(event); event.preventDefault(); }
    });
    window.addEventListener('pointerup', event => {
      if (start === null) { return; }
      const ends = [start, share(event)].sort((a, b) => a - b);
      start = null;
      if (brush) { brush.remove(); brush = null; }
      if (ends[1] - ends[0] > 0.01 * (chart.to - chart.from)) { zoom(ends[0], ends[1]); }
    });
    chart.plot.addEventListener('dblclick', () => zoom(0, 1));
  });
})();
