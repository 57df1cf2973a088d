import type { Environment } from '../../shapes/unions.ts';
import { isPublicUrl, publicUrlRule } from './consent-terms.ts';

/** The brand of an application in JSON. Each part is null when it is not set. */
export interface BrandJson {
  readonly accent_color: string | null;
  readonly support_url: string | null;
}

/** A wrong part, and the rule that it breaks, which is appended to the name of the field. */
interface WrongBrand {
  readonly field: keyof BrandJson;
  readonly rule: string;
}

/** @returns the first wrong part, or undefined */
export function checkBrand(
  { accent_color, support_url }: BrandJson,
  environment: Environment,
): WrongBrand | undefined {
  if (accent_color !== null && !/^#[\da-f]{6}$/i.test(accent_color)) {
    return { field: 'accent_color', rule: 'must be a colour such as #0b6e4f' };
  }
  if (support_url !== null && !isPublicUrl(support_url, environment)) {
    return { field: 'support_url', rule: publicUrlRule };
  }
  return undefined;
}
