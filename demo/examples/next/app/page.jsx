import { ConnectButton } from './connect-button';

// The server renders the page with the button.
export default function Page() {
  return (
    <main>
      <h1>Your taxes</h1>
      <ConnectButton />
    </main>
  );
}
