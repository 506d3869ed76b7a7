/** Texts of the drawing tools, which load with them. */
export const drawEn = {
  drawTitle: 'Draw on the screenshot',
  arrow: 'Arrow',
  box: 'Box',
  blur: 'Blur',
  words: 'Text',
  undo: 'Undo',
  done: 'Done',
  drawCancel: 'Cancel',
  drawHint: 'Drag on the picture. By keyboard: Enter adds, arrow keys move, Shift with them resizes.',
  blurHint: 'Drag over what no one should see. Its pixels are removed before anything is sent.',
  wordsHint: 'Click where the text should be, and type it.',
};
export type DrawKey = keyof typeof drawEn;
