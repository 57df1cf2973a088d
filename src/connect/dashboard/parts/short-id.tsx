import { CopyButton } from './copy-button.tsx';

export interface ShortIdProps {
  readonly id: string;
  /** The name of the ID, such as "session ID". It completes "Copy". */
  readonly what: string;
}

/** IDs up to this length are shown whole. */
const maxLength = 16;
const shownLength = 12;

/** The beginning of an ID, and a button that copies all of it. */
export function ShortId({ id, what }: ShortIdProps) {
  const isShort = id.length <= maxLength;
  return (
    <span class="short-id">
      <span class="mono" title={id}>
        {isShort ? id : `${id.slice(0, shownLength)}…`}
      </span>
      {!isShort && <CopyButton text={id} what={`${what} ${id}`} />}
    </span>
  );
}
