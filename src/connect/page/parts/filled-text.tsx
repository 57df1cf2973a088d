import type { ComponentChild } from 'preact';

export interface FilledTextProps {
  readonly text: string;
  readonly values: Readonly<Record<string, ComponentChild>>;
}

/** A text whose placeholders are replaced with elements, in the order that the language needs. */
export function FilledText({ text, values }: FilledTextProps) {
  // Every second part is the name of a placeholder.
  const parts = text.split(/\{(\w+)\}/);
  return <>{parts.map((part, index) => (index % 2 === 0 ? part : values[part]))}</>;
}
