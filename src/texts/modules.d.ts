// The part of a language that one surface loads. The build cuts it; see `src/build/cut-texts.ts`.

declare module '*.json?modal' {
  export const texts: import('./surfaces.ts').ModalTexts;
}

declare module '*.json?page' {
  export const texts: import('./surfaces.ts').PageTexts;
}

declare module '*.json?manage' {
  export const texts: import('./surfaces.ts').ManageTexts;
}
