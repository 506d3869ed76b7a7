import { readShipped, WASM } from './fonts.ts';

const WRITABLE = 2;
const LTR = 4;
const RTL = 5;
/** Marks keep separate clusters, so that each glyph maps to its text. */
const MONOTONE_CHARACTERS = 1;
const RECORD_BYTES = 20;

const GLYPHS = 0;
const NO_SUBSET = 2;
const DROPPED = 3;
const NO_HINTING = 1;
const RETAIN_GLYPH_IDS = 2;
const NO_LAYOUT_CLOSURE = 0x200;
const UNREAD = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'JSTF', 'STAT', 'name', 'post', 'OS/2', 'cmap', 'DSIG', 'vhea', 'vmtx'];

type Wasm = Record<string, (...numbers: number[]) => number> & { memory: WebAssembly.Memory };

const PAGE = 65_536;

const load = (path: string): Wasm => {
  let memory: WebAssembly.Memory | undefined;
  const refuse = () => {
    throw new Error('HarfBuzz stopped.');
  };
  const env = {
    emscripten_resize_heap: (wanted: number) => {
      if (!memory) return 0;
      memory.grow(Math.max(0, Math.ceil((wanted - memory.buffer.byteLength) / PAGE)));
      return 1;
    },
    _emscripten_runtime_keepalive_clear: () => {},
    _setitimer_js: () => 0,
    _abort_js: refuse,
  };
  const module = new WebAssembly.Module(readShipped(path));
  const { exports } = new WebAssembly.Instance(module, { env, wasi_snapshot_preview1: { proc_exit: refuse } });
  // Both files are built from HarfBuzz's C interface, whose functions take and return 32-bit numbers.
  const wasm = exports as Wasm;
  memory = wasm.memory;
  (wasm._initialize ?? wasm.__wasm_call_ctors)?.();
  return wasm;
};

let shaper: Wasm | undefined;
let subsetter: Wasm | undefined;

const call = (wasm: Wasm, name: string, ...numbers: number[]): number => {
  const found = wasm[name];
  if (!found) throw new Error(`HarfBuzz has no ${name}.`);
  return found(...numbers);
};

const faceOf = (wasm: Wasm, bytes: Uint8Array): { face: number; at: number } => {
  const at = call(wasm, 'malloc', bytes.length);
  new Uint8Array(wasm.memory.buffer).set(bytes, at);
  const blob = call(wasm, 'hb_blob_create', at, bytes.length, WRITABLE, 0, 0);
  const face = call(wasm, 'hb_face_create', blob, 0);
  call(wasm, 'hb_blob_destroy', blob);
  return { face, at };
};

const tag = (text: string) => [...text].reduce((sum, letter) => ((sum << 8) | letter.charCodeAt(0)) >>> 0, 0);

export interface Glyph {
  id: number;
  cluster: number;
  advance: number;
  dx: number;
  dy: number;
}

export const openFont = (bytes: Uint8Array) => {
  shaper ??= load(WASM.shaper);
  const wasm = shaper;
  const { face } = faceOf(wasm, bytes);
  const font = call(wasm, 'hb_font_create', face);
  const unitsPerEm = call(wasm, 'hb_face_get_upem', face);
  const buffer = call(wasm, 'hb_buffer_create');
  const out = call(wasm, 'malloc', 4);
  const known = new Map<number, number>();
  return {
    unitsPerEm,
    glyphOf: (codePoint: number): number => {
      const found = known.get(codePoint);
      if (found !== undefined) return found;
      const has = call(wasm, 'hb_font_get_nominal_glyph', font, codePoint, out);
      const glyph = has ? new DataView(wasm.memory.buffer).getUint32(out, true) : 0;
      known.set(codePoint, glyph);
      return glyph;
    },
    advanceOf: (glyph: number) => call(wasm, 'hb_font_get_glyph_h_advance', font, glyph),
    shape: (text: string, isRtl: boolean): Glyph[] => {
      const at = call(wasm, 'malloc', text.length * 2);
      const units = new Uint16Array(wasm.memory.buffer, at, text.length);
      for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
      call(wasm, 'hb_buffer_reset', buffer);
      call(wasm, 'hb_buffer_set_cluster_level', buffer, MONOTONE_CHARACTERS);
      call(wasm, 'hb_buffer_add_utf16', buffer, at, text.length, 0, text.length);
      call(wasm, 'hb_buffer_set_direction', buffer, isRtl ? RTL : LTR);
      call(wasm, 'hb_buffer_guess_segment_properties', buffer);
      call(wasm, 'hb_shape', font, buffer, 0, 0);
      call(wasm, 'free', at);
      const count = call(wasm, 'hb_buffer_get_length', buffer);
      const infos = call(wasm, 'hb_buffer_get_glyph_infos', buffer, 0);
      const positions = call(wasm, 'hb_buffer_get_glyph_positions', buffer, 0);
      const view = new DataView(wasm.memory.buffer);
      return Array.from({ length: count }, (_, index) => {
        const info = infos + index * RECORD_BYTES;
        const position = positions + index * RECORD_BYTES;
        return {
          id: view.getUint32(info, true),
          cluster: view.getUint32(info + 8, true),
          advance: view.getInt32(position, true),
          dx: view.getInt32(position + 8, true),
          dy: view.getInt32(position + 12, true),
        };
      });
    },
  };
};

/** The glyphs keep their ids. */
export const subsetFont = (bytes: Uint8Array, glyphs: Iterable<number>): Buffer => {
  subsetter ??= load(WASM.subsetter);
  const wasm = subsetter;
  const { face, at } = faceOf(wasm, bytes);
  const input = call(wasm, 'hb_subset_input_create_or_fail');
  call(wasm, 'hb_subset_input_set_flags', input, NO_HINTING | RETAIN_GLYPH_IDS | NO_LAYOUT_CLOSURE);
  const dropped = call(wasm, 'hb_subset_input_set', input, DROPPED);
  for (const table of UNREAD) {
    call(wasm, 'hb_set_add', dropped, tag(table));
    call(wasm, 'hb_set_del', call(wasm, 'hb_subset_input_set', input, NO_SUBSET), tag(table));
  }
  const wanted = call(wasm, 'hb_subset_input_set', input, GLYPHS);
  for (const glyph of glyphs) call(wasm, 'hb_set_add', wanted, glyph);
  const reduced = call(wasm, 'hb_subset_or_fail', face, input);
  if (!reduced) throw new Error('A font could not be reduced.');
  const blob = call(wasm, 'hb_face_reference_blob', reduced);
  const length = call(wasm, 'hb_blob_get_length', blob);
  const start = call(wasm, 'hb_blob_get_data', blob, 0);
  const result = Buffer.from(wasm.memory.buffer.slice(start, start + length));
  call(wasm, 'hb_blob_destroy', blob);
  for (const old of [face, reduced]) call(wasm, 'hb_face_destroy', old);
  call(wasm, 'hb_subset_input_destroy', input);
  call(wasm, 'free', at);
  return result;
};
