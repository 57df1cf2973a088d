import { forwardCode, open } from 'tax-connect';

/** A button that connects an account, and a line with the result. */
export function mountConnectButton(element) {
  element.innerHTML = '<button>Connect your tax account</button><p role="status"></p>';
  const [button, status] = element.children;
  button.addEventListener('click', async () => {
    button.disabled = true;
    const session = open({ clientId: 'shop', onSuccess: forwardCode('/callback') });
    const outcome = await session.finished;
    button.disabled = false;
    if (outcome.status === 'connected') status.textContent = 'Connected.';
    else if (outcome.error) status.textContent = `Not connected: ${outcome.error.code}.`;
    else status.textContent = '';
  });
}
