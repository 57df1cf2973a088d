import { useState } from 'react';
import { forwardCode } from 'tax-connect';
import { useTaxConnect } from 'tax-connect/react';

const forward = forwardCode('/callback');

export function ConnectButton() {
  const [status, setStatus] = useState('');
  const { open, isOpen } = useTaxConnect({
    clientId: 'test_app',
    connectUrl: 'http://localhost:4400/connect',
    // Posts the code to the backend, which exchanges it.
    onSuccess: (result) => forward(result).then(() => setStatus('Connected')),
    onExit: ({ reason }) => setStatus(`Not connected: ${reason}`),
  });
  return (
    <>
      <button type="button" onClick={open} aria-expanded={isOpen}>
        Connect your tax account
      </button>
      <p role="status">{status}</p>
    </>
  );
}
