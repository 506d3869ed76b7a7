const LINE = '#8f8f9d';
/** Firefox draws no native controls in an image. */
const isUndrawn = 'mozInnerScreenX' in window;

const half = (angle: number, right: number) =>
  `linear-gradient(${angle}deg,transparent 50%,#5b5b66 0) calc(100% - ${right}px) 55%/5px 5px no-repeat`;
const ACCENT = '#0060df';
const stroke = (corner: string, part: number, place: string) =>
  `linear-gradient(to ${corner},transparent ${50 - part}%,#fff ${50 - part}% ${50 + part}%,transparent 0) ${place} no-repeat`;
const TICK = `${stroke('top right', 15, '25% 74%/26% 30%')},${stroke('bottom right', 9, '69% 57%/48% 58%')}`;
const ARROW = `${half(45, 10)},${half(-45, 5)}`;
const bar = (paint: string, height: number) => `background:${paint} center/100% ${height}px no-repeat`;
const GAUGE = /^(meter|progress)$/;

/** The element to copy it with: Firefox would paint a gauge's native bar over any other. */
export const copyName = ({ localName }: Element): string => (isUndrawn && GAUGE.test(localName) ? 'span' : localName);

/** Styles for the copy of a native control, for browsers that don't draw it. */
export const controlStyle = (from: Element): string => {
  if (!isUndrawn) return '';
  const { localName: tag, type, checked } = from as HTMLInputElement;
  if (GAUGE.test(tag)) {
    const { value, min = 0, max, position } = from as HTMLMeterElement & HTMLProgressElement;
    const part = Math.max(0, position ?? (value - min) / (max - min));
    const color = position === undefined ? '#00a550' : ACCENT;
    return `display:inline-block;vertical-align:-.2em;${bar(`linear-gradient(90deg,${color} ${part * 100}%,#e0e0e6 0)`, 8)}`;
  }
  if (type === 'range') return `appearance:none;${bar(`linear-gradient(${LINE} 0 0)`, 3)}`;
  if (type === 'radio')
    return checked
      ? `appearance:none;background:radial-gradient(closest-side,${ACCENT} 84%,Field 88%);border:1px solid ${ACCENT};border-radius:50%`
      : `appearance:none;background:Field;border:1px solid ${LINE};border-radius:50%`;
  if (type === 'checkbox')
    return `appearance:none;background:${checked ? `${TICK},${ACCENT}` : 'Field'};border:1px solid ${checked ? ACCENT : LINE};border-radius:2px`;
  return `border-color:transparent;border-radius:4px;outline:1px solid ${LINE};outline-offset:-1px;${tag === 'select' ? `appearance:none;background:${ARROW},#e9e9ed` : ''}`;
};
