const THUMB = 320;
/** As a data URL, this fits into the storage that a draft survives a reload in. */
const MAX_BYTES = 1.5e6;

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('empty'))), `image/${type}`, 0.85),
  );

/** WebP, or the smaller of PNG (text) and JPEG (photos) if the browser can't encode WebP. */
const toBlob = async (canvas: HTMLCanvasElement): Promise<Blob> => {
  const blob = await encode(canvas, 'webp');
  if (/webp/.test(blob.type)) return blob;
  const photo = await encode(canvas, 'jpeg');
  return photo.size < blob.size ? photo : blob;
};

const scaled = (from: HTMLCanvasElement, width: number): HTMLCanvasElement => {
  const to = document.createElement('canvas');
  to.width = width;
  to.height = Math.max(1, Math.round((width * from.height) / from.width));
  const pen = to.getContext('2d');
  if (pen) pen.imageSmoothingQuality = 'high';
  pen?.drawImage(from, 0, 0, to.width, to.height);
  return to;
};

export const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = reject;
    reader.readAsDataURL(blob);
  });

/** The picture and its thumbnail, small enough for the upload. */
export const picturesOf = async (canvas: HTMLCanvasElement): Promise<string[]> => {
  const thumb = await toBlob(scaled(canvas, THUMB));
  let shown = canvas;
  let full = await toBlob(shown);
  while (full.size > MAX_BYTES) {
    shown = scaled(canvas, Math.floor(shown.width * Math.min(0.9, Math.sqrt(MAX_BYTES / full.size))));
    full = await toBlob(shown);
  }
  return Promise.all([full, thumb].map(dataUrl));
};
