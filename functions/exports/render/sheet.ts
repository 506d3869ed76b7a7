import { PAGE } from './pdf-document.ts';
import type { Picture } from './picture.ts';

export interface Place {
  x: number;
  /** From the top of the page. */
  y: number;
  width: number;
  height: number;
}

const num = (value: number) => Number(value.toFixed(2));

const colour = (hex: string): string =>
  [1, 3, 5].map((at) => num(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ');

/** One page while it is being filled; places count from its top left corner. */
export class Sheet {
  readonly operators: string[] = [];
  readonly pictures: { picture: Picture; place: Place }[] = [];
  readonly links: { place: Place; url: string }[] = [];
  readonly jumps: { place: Place; to: string }[] = [];
  readonly marks: { name: string; y: number; title: string }[] = [];
  #ink = '';

  #use(hex: string): void {
    if (hex !== this.#ink) this.operators.push(`${colour(hex)} rg`);
    this.#ink = hex;
  }

  fill({ x, y, width, height }: Place, hex: string): void {
    this.#use(hex);
    this.operators.push(`${num(x)} ${num(PAGE.height - y - height)} ${num(width)} ${num(height)} re f`);
  }

  frame({ x, y, width, height }: Place, hex: string): void {
    this.operators.push(
      `q 0.6 w ${colour(hex)} RG ${num(x)} ${num(PAGE.height - y - height)} ${num(width)} ${num(height)} re S Q`,
    );
  }

  /** `draw` is given the height of the line above the page's lower edge. */
  text(y: number, hex: string, draw: (fromBelow: number) => string): void {
    this.#use(hex);
    this.operators.push(draw(PAGE.height - y));
  }
}
