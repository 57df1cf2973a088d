import type { Plugin } from 'vite';

/**
 * Writes a line before built chunks, which minifying would drop.
 *
 * @param line - such as a directive
 * @param only - the file name of the one chunk that gets it; default: every chunk
 * @returns the plug-in for builds of a browser entry
 */
export function beginChunks(line: string, only?: string): Plugin {
  return {
    name: 'begin-chunks',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const isChosen = only === undefined || chunk.fileName === only;
        if (chunk.type === 'chunk' && isChosen) chunk.code = `${line}\n${chunk.code}`;
      }
    },
  };
}
