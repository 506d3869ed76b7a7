/** Relative luminance (WCAG 2.2) of red, green and blue from 0 to 255. */
export const luminance = (color: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 10.31 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
