import { fileURLToPath } from 'node:url';

/** @returns Vite's aliases for `react-18`; other names mean the version installed as `react` */
export function aliasReact(name: string): { find: RegExp; replacement: string }[] {
  if (name !== 'react-18') return [];
  const folderOf = (installed: string) =>
    fileURLToPath(new URL(`../packages/node_modules/${installed}`, import.meta.url));
  return [
    { find: /^react$/, replacement: folderOf('react-18') },
    { find: /^react-dom(?=$|\/)/, replacement: folderOf('react-dom-18') },
  ];
}
