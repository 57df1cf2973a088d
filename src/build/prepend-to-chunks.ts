import type { Plugin } from 'vite';

/**
 * Writes a line at the start of built files. If the line were in the source, minifying would remove it.
 *
 * @param fileName - the name of the file that gets the line; by default, every file gets it
 */
export function prependToChunks(line: string, fileName?: string): Plugin {
  return {
    name: 'prepend-to-chunks',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const isChosen = fileName === undefined || chunk.fileName === fileName;
        if (chunk.type === 'chunk' && isChosen) chunk.code = `${line}\n${chunk.code}`;
      }
    },
  };
}
