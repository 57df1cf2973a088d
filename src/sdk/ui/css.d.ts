/** A style sheet as text, minified by the build, for a constructable style sheet. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}
