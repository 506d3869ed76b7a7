const paint = (target, secret) => {
  const canvas = target.localName === 'canvas' ? target : document.createElement('canvas');
  canvas.width = 300;
  canvas.height = 30;
  const pen = canvas.getContext('2d');
  pen.font = '16px monospace';
  pen.fillText(secret, 4, 20);
  if (target !== canvas) target.src = canvas.toDataURL();
};

/** Puts a secret wherever it has to stay, and other words where they may be seen. */
window.fill = (secret, open) => {
  for (const field of document.querySelectorAll('.secret')) {
    if (field.localName === 'select') field.replaceChildren(new Option(secret));
    else field.value = secret;
    field.setAttribute('value', secret);
    field.dataset.initial = secret;
  }
  for (const element of document.querySelectorAll('.text')) element.textContent = secret;
  for (const element of document.querySelectorAll('.named')) {
    for (const name of ['aria-label', 'title', 'alt', 'data-name']) element.setAttribute(name, secret);
    if (element.href) element.href = `/${secret}`;
  }
  for (const element of document.querySelectorAll('.painted')) paint(element, secret);
  const host = document.querySelector('#host');
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.innerHTML = '<button id="inside"></button>';
  root.firstChild.textContent = secret;
  document.querySelector('#open').textContent = open;
};
