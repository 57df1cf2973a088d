/** A style sheet as text, minified by the build; it becomes a constructable style sheet. */
declare module '*.css?inline' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: it is how Vite gives it
  export default text;
}
