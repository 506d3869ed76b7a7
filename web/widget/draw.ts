import { addStyles, h, icon } from './dom.ts';
import type { Draft } from './draft.ts';
import css from './draw.css';
import { picturesOf } from './picture-file.ts';
import type { Point, Runtime } from './runtime.ts';
import { type DrawKey, drawEn } from './strings-lazy.ts';

const TOOLS = {
  arrow: 'M4 20L20 4M11 4h9v9',
  box: 'M4 6h16v12H4z',
  blur: 'M4 4h5v5H4zM15 4h5v5h-5zM9 9h6v6H9zM4 15h5v5H4zM15 15h5v5h-5z',
  words: 'M5 7V4h14v3M12 4v16M9 20h6',
} as const;
type Tool = keyof typeof TOOLS;
type Shape = { tool: Tool; from: Point; to: Point; text: string };

const COLOR = '#d81b43';
const STEP = 16;
const MAX_TEXT = 80;
/** Averages of smaller blocks can be turned back into letters. */
const LEAST_BLOCK = 24;

const boxOf = ({ from, to }: Shape) => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
});

/** Leaves one color per block, read from the canvas itself, so that nothing of what was there is kept. */
const blur = (pen: CanvasRenderingContext2D, shape: Shape, unit: number): void => {
  const { canvas } = pen;
  const box = boxOf(shape);
  const x = Math.max(0, Math.floor(box.x));
  const y = Math.max(0, Math.floor(box.y));
  const width = Math.min(canvas.width, Math.ceil(box.x + box.width)) - x;
  const height = Math.min(canvas.height, Math.ceil(box.y + box.height)) - y;
  if (width < 1 || height < 1) return;
  const { data } = pen.getImageData(x, y, width, height);
  const block = Math.ceil(Math.max(LEAST_BLOCK, unit * 6, Math.min(width, height) / 3));
  for (let top = 0; top < height; top += block)
    for (let left = 0; left < width; left += block) {
      const sum = [0, 0, 0];
      let count = 0;
      for (let row = top; row < Math.min(top + block, height); row += 1)
        for (let column = left; column < Math.min(left + block, width); column += 1) {
          const at = (row * width + column) * 4;
          for (const part of [0, 1, 2]) sum[part] = (sum[part] ?? 0) + (data[at + part] ?? 0);
          count += 1;
        }
      pen.fillStyle = `rgb(${sum.map((each) => Math.round(each / count / 16) * 16)})`;
      pen.fillRect(x + left, y + top, Math.min(block, width - left), Math.min(block, height - top));
    }
};

const paint = (pen: CanvasRenderingContext2D, shape: Shape, unit: number): void => {
  const { tool, from, to, text } = shape;
  if (tool === 'blur') {
    blur(pen, shape, unit);
    return;
  }
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  pen.font = `600 ${unit * 6}px system-ui`;
  pen.textBaseline = 'middle';
  // White around it keeps it visible on any page.
  for (const [width, color] of [
    [unit * 2.2, '#fff'],
    [unit, COLOR],
  ] as const) {
    pen.lineWidth = width;
    pen.strokeStyle = color;
    pen.fillStyle = COLOR;
    if (tool === 'words') {
      if (color === COLOR) pen.fillText(text, from.x, from.y);
      else pen.strokeText(text, from.x, from.y);
      continue;
    }
    pen.beginPath();
    if (tool === 'box') {
      const { x, y, width: wide, height: high } = boxOf(shape);
      pen.rect(x, y, wide, high);
    } else {
      const angle = Math.atan2(to.y - from.y, to.x - from.x);
      pen.moveTo(from.x, from.y);
      pen.lineTo(to.x, to.y);
      for (const side of [-0.5, 0.5]) {
        pen.moveTo(to.x, to.y);
        pen.lineTo(to.x - Math.cos(angle + side) * unit * 5, to.y - Math.sin(angle + side) * unit * 5);
      }
    }
    pen.stroke();
  }
};

const runtime = window.__sidenote as Runtime;
addStyles(runtime, css);

/** Gives the draft its picture with what was drawn on it, unless the visitor changed their mind. */
const draw = async (draft: Draft): Promise<void> => {
  const { pictures } = draft;
  const say = (key: DrawKey): string => runtime.say?.(key) ?? drawEn[key];
  const image = new Image();
  image.src = pictures?.[0] ?? '';
  await image.decode();
  const { naturalWidth, naturalHeight } = image;
  const unit = Math.max(3, naturalWidth / 220);
  const shapes: Shape[] = [];
  let tool: Tool = 'arrow';
  let current: Shape | null = null;

  const canvas = h('canvas', { width: naturalWidth, height: naturalHeight, tabIndex: 0, ariaLabel: say('drawTitle') });
  canvas.setAttribute('role', 'img');
  const pen = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  const stage = h('div', { class: 'stage' }, canvas);
  const hint = h('p', { role: 'status', class: 'say' });
  const buttons = (Object.keys(TOOLS) as Tool[]).map((name) =>
    h('button', { type: 'button', data: { tool: name }, onclick: () => choose(name) }, icon(TOOLS[name]), say(name)),
  );
  const undo = h('button', { type: 'button', onclick: () => remove() }, say('undo'));
  const cancel = h('button', { type: 'button', class: 'quiet' }, say('drawCancel'));
  const done = h('button', { type: 'button', class: 'main' }, say('done'));
  const tools = h('div', { class: 'tools', role: 'toolbar' }, ...buttons, undo, cancel, done);
  const dialog = h(
    'section',
    { class: 'draw', role: 'dialog', ariaModal: 'true', ariaLabel: say('drawTitle') },
    tools,
    stage,
    hint,
  );

  const show = (): void => {
    pen.drawImage(image, 0, 0);
    for (const shape of shapes) paint(pen, shape, unit);
    undo.disabled = !shapes.length;
    done.disabled = !shapes.length;
  };
  const remove = (): void => {
    shapes.pop();
    show();
    if (!shapes.length) canvas.focus();
  };
  const choose = (name: Tool): void => {
    tool = name;
    for (const button of buttons) button.ariaPressed = String(button.dataset.tool === name);
    hint.textContent = say(name === 'blur' ? 'blurHint' : name === 'words' ? 'wordsHint' : 'drawHint');
  };
  const fit = (): void => {
    const room = Math.min((innerWidth - 24) / naturalWidth, Math.max(80, innerHeight - 190) / naturalHeight, 1.5);
    canvas.style.cssText = `width:${naturalWidth * room}px;height:${naturalHeight * room}px`;
  };
  const at = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width } = canvas.getBoundingClientRect();
    const scale = naturalWidth / width;
    return { x: (clientX - left) * scale, y: (clientY - top) * scale };
  };
  const write = (place: Point): void => {
    const scale = canvas.getBoundingClientRect().width / naturalWidth;
    const field = h('input', { maxLength: MAX_TEXT, ariaLabel: say('words') });
    field.style.cssText = `left:${Math.max(0, Math.min(place.x * scale, canvas.clientWidth - 240))}px;top:${place.y * scale - 18}px`;
    const keep = (): void => {
      field.onblur = null;
      const text = field.value.trim();
      field.remove();
      if (text) shapes.push({ tool: 'words', from: place, to: place, text });
      show();
      canvas.focus();
    };
    field.onblur = keep;
    field.onkeydown = (event) => {
      if (event.key === 'Escape') field.value = '';
      if (event.key === 'Enter' || event.key === 'Escape') {
        event.stopPropagation();
        event.preventDefault();
        keep();
      }
    };
    stage.append(field);
    field.focus();
  };

  canvas.onpointerdown = (event) => {
    event.preventDefault();
    canvas.focus();
    if (tool === 'words') {
      write(at(event));
      return;
    }
    canvas.setPointerCapture(event.pointerId);
    current = { tool, from: at(event), to: at(event), text: '' };
    shapes.push(current);
  };
  canvas.onpointermove = (event) => {
    if (!current) return;
    current.to = at(event);
    show();
  };
  canvas.onpointerup = () => {
    const drawn = current && boxOf(current);
    current = null;
    // A click draws nothing.
    if (drawn && drawn.width + drawn.height < unit * 2) shapes.pop();
    show();
  };
  canvas.onkeydown = (event) => {
    const { key, shiftKey } = event;
    const last = shapes.at(-1);
    const middle = { x: naturalWidth / 2, y: naturalHeight / 2 };
    if (key === 'Enter' && tool === 'words') write(middle);
    else if (key === 'Enter')
      shapes.push({ tool, from: middle, to: { x: middle.x + STEP * 6, y: middle.y + STEP * 4 }, text: '' });
    else if (key === 'Delete' || key === 'Backspace') shapes.pop();
    else if (key.startsWith('Arrow') && last) {
      const axis = /Left|Right/.test(key) ? 'x' : 'y';
      const by = /Left|Up/.test(key) ? -STEP : STEP;
      last.to = { ...last.to, [axis]: last.to[axis] + by };
      if (!shiftKey) last.from = { ...last.from, [axis]: last.from[axis] + by };
    } else return;
    event.preventDefault();
    show();
  };

  choose('arrow');
  show();
  fit();
  addEventListener('resize', fit);
  runtime.root.append(dialog);
  canvas.focus();
  const isDone = await new Promise<boolean>((resolve) => {
    cancel.onclick = () => resolve(false);
    done.onclick = () => resolve(true);
    dialog.onkeydown = (event) => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      if (key === 'Escape') resolve(false);
      else if (key === 'z' && (ctrlKey || metaKey)) {
        // In a text, the key undoes what was typed.
        if (target instanceof HTMLInputElement) return;
        remove();
      } else if (key === 'Tab') {
        const stops = [...buttons, undo, cancel, done, canvas].filter((stop) => !(stop as HTMLButtonElement).disabled);
        const next = stops.indexOf(runtime.root.activeElement as HTMLButtonElement) + (shiftKey ? -1 : 1);
        stops.at(next % stops.length)?.focus();
      } else return;
      event.preventDefault();
    };
  });
  removeEventListener('resize', fit);
  dialog.remove();
  const drawn = isDone && (await picturesOf(canvas));
  // Another picture may have been taken meanwhile. This one is forgotten, because blurred pixels must not come back.
  if (!drawn || draft.pictures !== pictures) return;
  draft.pictures = drawn;
  if (draft.context) draft.context.is_drawn_on = true;
};

Object.assign(runtime, { draw });
