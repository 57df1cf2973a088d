import { en } from '../../src/ui/locales/en.ts';

const modules = import.meta.glob<{ texts: unknown }>(
  ['../../src/ui/locales/??.ts', '../../src/ui/locales/??-*.ts', '!**/en.ts'],
  { eager: true },
);

/** Texts of the modal by the name of their file; in one import, because each takes a while. */
export const sources: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(modules).map(([path, { texts }]) => [path.replace(/^.*\/|\.ts$/g, ''), texts]),
  ),
  en,
};
