import { ConnectButton } from './connect-button';

// Rendered by the server, with the button in it.
export default function Page() {
  return (
    <main>
      <h1>Your taxes</h1>
      <ConnectButton />
    </main>
  );
}
