import { CopyButton } from './copy-button.tsx';

export interface ShortIdProps {
  readonly id: string;
  /** The kind of ID in words, such as "session ID". Screen readers call the button "Copy session ID …". */
  readonly what: string;
}

/** The length, in characters, up to which an ID is shown whole. */
const maxLength = 16;
const shownLength = 12;

/** Shows an ID. A long ID is shortened, with a button that copies the whole ID. */
export function ShortId({ id, what }: ShortIdProps) {
  const isShort = id.length <= maxLength;
  return (
    <span class="row short-id">
      <span class="mono" title={id}>
        {isShort ? id : `${id.slice(0, shownLength)}…`}
      </span>
      {!isShort && <CopyButton text={id} what={`${what} ${id}`} />}
    </span>
  );
}
