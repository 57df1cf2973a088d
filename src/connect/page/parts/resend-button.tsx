import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../page-context.ts';

/** Asks the provider to send its code, or its request, again; and says so when it has. */
export function ResendButton() {
  const { store, text } = usePage();
  const [stage, setStage] = useState<'idle' | 'asked' | 'sent'>('idle');
  const isPending = store.pending.value === 'resend';

  useEffect(() => {
    if (stage === 'asked' && !isPending) setStage(store.problem.value ? 'idle' : 'sent');
  }, [stage, isPending, store]);

  const resend = () => {
    if (store.pending.value && store.pending.value !== 'push') return;
    setStage('asked');
    void store.resend();
  };
  return (
    <div class="resend">
      <button type="button" class="button button--small" onClick={resend} aria-disabled={isPending}>
        {text.challenge.resend}
      </button>
      <span role="status">{stage === 'sent' && text.challenge.resent}</span>
    </div>
  );
}
