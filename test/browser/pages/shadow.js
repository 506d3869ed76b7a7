const style = new CSSStyleSheet();
style.replaceSync('section{border:1px solid oklch(70% .1 200);border-radius:12px;padding:16px;background:oklch(96% .03 200)} button{font-size:16px;padding:8px 14px}');
customElements.define('x-button', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [style];
    const button = document.createElement('button');
    button.className = 'confirm';
    button.textContent = 'Confirm order';
    root.append(button);
  }
});
customElements.define('x-card', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [style];
    const section = document.createElement('section');
    const title = document.createElement('h2');
    title.textContent = 'Your basket';
    section.append(title, document.createElement('x-button'));
    root.append(section);
  }
});
