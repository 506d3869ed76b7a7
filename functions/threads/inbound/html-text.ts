/** Mail programs put the mail that is answered into it. */
const QUOTATION = /<blockquote|<div[^<>]{0,200}\b(gmail_quote|divRplyFwdMsg|appendonsend)\b/i;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** For a mail without plain text. Its result is only ever shown as text. */
export const textOfHtml = (html: string): string => {
  const end = html.search(QUOTATION);
  return (end < 0 ? html : html.slice(0, end))
    .replace(/<(script|style|head|title)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/<br\b[^<>]*>|<\/(p|div|li|tr|h[1-6])\s*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#39|[a-z]+);/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/^ +/gm, '');
};
