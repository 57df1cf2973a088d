import { useState } from 'react';
import { forwardCode } from 'tax-connect';
import { useTaxConnect } from 'tax-connect/react';

const forward = forwardCode('/callback');

export const meta = () => [{ title: 'Your taxes' }];

export default function Home() {
  const [status, setStatus] = useState('');
  const { open, isOpen } = useTaxConnect({
    clientId: 'test_app',
    connectUrl: 'http://localhost:4400/connect',
    // Posts the code to the resource route, which exchanges it.
    onSuccess: (result) => forward(result).then(() => setStatus('Connected')),
    onExit: ({ reason }) => setStatus(`Not connected: ${reason}`),
  });
  return (
    <main>
      <h1>Your taxes</h1>
      <button type="button" onClick={open} aria-expanded={isOpen}>
        Connect your tax account
      </button>
      <p role="status">{status}</p>
    </main>
  );
}
