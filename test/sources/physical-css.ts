import { type InlineConfig, preprocessCSS, resolveConfig } from 'vite';

const sides = '(top|right|bottom|left)';

/** Properties for a side of the screen instead of a side of the text. */
const physicalProperty = new RegExp(
  [
    `^${sides}$`,
    `^(scroll-)?(margin|padding)-${sides}$`,
    `^border-${sides}(-(width|style|color))?$`,
    '^border-(top|bottom)-(left|right)-radius$',
  ].join('|'),
);

/** `text-align: left`, `to right`, `transform-origin: left`; not `safe-area-inset-left`. */
const physicalValue = /(?<![\w-])(left|right)(?![\w-])/;

/** Their four values are top, right, bottom and left. */
const foursided =
  /^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding)|border-radius)$/;

/** A translation along the screen, independent of the text's direction. */
const physicalMove = /\btranslate(X|3d)?\(|^-?[1-9]/;

/**
 * Finds declarations that stay on their side when the text runs from right to left.
 *
 * @param fileName - for the report; unique for each style sheet
 * @returns `file:line: property: value` for each declaration, in order
 * @see https://drafts.csswg.org/css-logical-1/
 */
export async function findPhysicalCss(fileName: string, css: string): Promise<string[]> {
  // Imports are separate files, which are checked separately.
  const alone = css.replace(/^@import [^;]*;$/gm, '');
  found.set(fileName, []);
  await preprocessCSS(alone, folder + fileName, await config);
  return found.get(fileName) ?? [];
}

interface Declaration {
  readonly prop: string;
  readonly value: string;
  readonly source?: {
    readonly start?: { readonly line: number };
    readonly input: { readonly file?: string };
  };
}

const folder = '/planted/';
const found = new Map<string, string[]>();

/** Vite's own parser, which the builds use. The plug-in is the visitor. */
const visitor = {
  postcssPlugin: 'find-physical-css',
  Declaration({ prop, value, source }: Declaration) {
    const fileName = source?.input.file?.replace(folder, '') ?? '';
    const line = `${fileName}:${source?.start?.line}: ${prop}: ${value}`;
    if (isPhysical(prop, value)) found.get(fileName)?.push(line);
  },
};

const settings: InlineConfig = { configFile: false, css: { postcss: { plugins: [visitor] } } };
const config = resolveConfig(settings, 'build');

function isPhysical(property: string, value: string): boolean {
  if (property.startsWith('--')) return false;
  if (physicalProperty.test(property) || physicalValue.test(value)) return true;
  if (foursided.test(property)) return hasUnlikeSides(property, value);
  if (property === 'transform') return physicalMove.test(value);
  return property === 'translate' && !/^0\b/.test(value) && value !== 'none';
}

/** True if the second and the fourth of four values, right and left, differ. */
function hasUnlikeSides(property: string, value: string): boolean {
  const values = splitValues(value);
  const [first, second, third, fourth] = values;
  if (property === 'border-radius') {
    // Clockwise from the top left corner. Mirroring swaps the first pair, and the second.
    return values.length > 1 && !(first === second && (third ?? first) === (fourth ?? second));
  }
  // A phone's notch is on a side of the screen, independent of the language.
  const isNotch = /safe-area-inset-right/.test(`${second}`) && /inset-left/.test(`${fourth}`);
  return values.length === 4 && second !== fourth && !isNotch;
}

/** Splits at spaces outside brackets. */
function splitValues(value: string): string[] {
  const values = [''];
  let depth = 0;
  for (const character of value.trim().replace(/\s+/g, ' ')) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (character === ' ' && depth === 0) values.push('');
    else values[values.length - 1] += character;
  }
  return values;
}
