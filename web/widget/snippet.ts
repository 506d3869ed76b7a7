import { cleanText, cleanUrl } from '../../functions/browser/in-page/clean.ts';
import { isMasked, isShown, SILENT } from './describe.ts';

const SECRET = /token|csrf|nonce|secret|passw|session|auth/i;
const TYPED = /^(value|checked|selected|srcdoc|on.*|style)$/;
/** The attributes that a masked element keeps. */
const PLAIN = /^(id|class|type|role|data-(test|sidenote).*)$/;

/** The start of an element's HTML, at most 1 KB, without input values, query strings, inline handlers and secrets. */
export const snippet = (element: Element): string => {
  let html = '';
  const fields = [...(element.getRootNode() as ParentNode).querySelectorAll<HTMLInputElement>('input,textarea,select')];
  const write = (node: Node, depth: number): void => {
    if (html.length > 1024 || depth > 12) return;
    if (node.nodeType === 3) {
      const { assignedSlot, data, parentElement } = node as Text;
      // Fields that grow with their text measure it in a hidden copy.
      const isCopy = !isShown(parentElement) && fields.some(({ value }) => value && data.includes(value));
      if (!isCopy && !isMasked(assignedSlot))
        html += data.replace(/\s+/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;');
    }
    if (node.nodeType !== 1) return;
    const from = node as Element;
    const tag = from.localName;
    html += `<${tag}`;
    const hides = isMasked(from);
    // A form's `attributes` may be a field of that name.
    for (const name of from.getAttributeNames()) {
      const value = from.getAttribute(name) ?? '';
      // Some frameworks repeat the value of a field in another attribute, or around it.
      const isTyped = fields.some((field) => field.value[2] && from.contains(field) && value.includes(field.value));
      if (TYPED.test(name) || SECRET.test(name) || ((hides || isTyped) && !PLAIN.test(name))) continue;
      const isAddress =
        /^(href|src|action|poster|cite|data|formaction|xlink:href)$/.test(name) || /[/:]\S*\?/.test(value);
      const kept = name === 'srcset' ? '…' : isAddress ? cleanUrl(value) : cleanText(value, 200);
      html += ` ${name}${kept && `="${kept.replace(/"/g, '&quot;')}"`}`;
    }
    html += '>';
    if (!hides && !from.matches(SILENT)) for (const child of from.childNodes) write(child, depth + 1);
    if (!/^(input|img|br|hr|meta|link|source|area|col|embed|wbr|track)$/.test(tag)) html += `</${tag}>`;
  };
  write(element, 0);
  while (new TextEncoder().encode(html).length > 1024) html = `${html.slice(0, Math.min(1021, html.length - 16))}…`;
  return html;
};
