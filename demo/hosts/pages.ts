import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Texts for the `{{name}}` placeholders of a page. */
export type PageValues = Readonly<Record<string, string>>;

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  // The SDK's language files.
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/**
 * Replaces the placeholders of a page by values.
 *
 * @param file - the absolute path of the page
 * @param values - a value for every placeholder of the page
 * @returns the page, with every value escaped
 */
export async function fillPage(file: string, values: PageValues): Promise<string> {
  const template = await readFile(file, 'utf8');
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The page asks for an unknown value: ${name}`);
    return escapeHtml(value);
  });
}

/**
 * @param folder - the absolute path of the folder that contains the file
 * @param name - the last part of a request's path, which is untrusted
 * @returns the file with its media type, or undefined for an unknown name
 */
export async function readAsset(
  folder: string,
  name: string,
): Promise<{ body: Buffer<ArrayBuffer>; type: string } | undefined> {
  const type = mediaTypes[extname(name)];
  // Refuses names with slashes or leading dots, which could lead out of the folder.
  if (type === undefined || !/^[\w-][\w.-]*$/.test(name)) return undefined;
  try {
    return { body: await readFile(join(folder, name)), type };
  } catch {
    // The file does not exist, or the name is that of a folder.
    return undefined;
  }
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
