import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../dashboard-context.ts';

/** A dialog that asks whether to leave the view and lose its unsaved edits. */
export function LeaveDialog() {
  const { leaving, stay } = useDashboard();
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = leaving.value;

  useEffect(() => {
    if (leave) dialog.current?.showModal();
  }, [leave]);

  if (!leave) return null;
  const close = () => dialog.current?.close();
  return (
    <dialog class="card dialog" aria-labelledby="leave-title" ref={dialog} onClose={stay}>
      <h2 id="leave-title">Leave without saving?</h2>
      <p>What you typed on this page is not saved yet.</p>
      <div class="row">
        {/* The browser focuses the dialog's first button. So the button that loses nothing comes first. */}
        <button type="button" class="button button--primary" onClick={close}>
          Stay on this page
        </button>
        <button
          type="button"
          class="button button--small button--danger"
          onClick={() => {
            close();
            leave();
          }}
        >
          Leave without saving
        </button>
      </div>
    </dialog>
  );
}
