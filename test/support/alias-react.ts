/**
 * @param name - `react-18`; other names mean the version that is installed as `react`
 * @returns aliases for Vite
 */
export function aliasReact(name: string): { find: RegExp; replacement: string }[] {
  if (name !== 'react-18') return [];
  return [
    { find: /^react$/, replacement: 'react-18' },
    { find: /^react-dom(?=$|\/)/, replacement: 'react-dom-18' },
  ];
}
