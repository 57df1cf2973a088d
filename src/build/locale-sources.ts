const modules = import.meta.glob<{ en?: unknown; texts?: unknown }>(
  ['../sdk/ui/locales/??.ts', '../sdk/ui/locales/??-*.ts'],
  { eager: true },
);

/** Texts of the modal by the name of their file; in one import, because each takes a while. */
export const sources: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(modules).map(([path, { en, texts }]) => [
    path.replace(/^.*\/|\.ts$/g, ''),
    en ?? texts,
  ]),
);
