/** Bytes of red, green and blue; a fourth one, of the opacity, is ignored. */
type Pixel = readonly number[];

/** The contrast of two colours, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function measureContrast(one: Pixel, other: Pixel): number {
  const [darker = 0, lighter = 0] = [one, other].map(measureLuminance).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function measureLuminance(pixel: Pixel): number {
  const [red = 0, green = 0, blue = 0] = pixel.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
