/* global TaxConnect: the script tag before this one defines it. */

const status = document.querySelector('#status');

document.querySelector('#connect').addEventListener('click', () => {
  TaxConnect.open({
    clientId: 'test_app',
    connectUrl: 'http://localhost:4400/connect',
    // Posts the code to the backend, which exchanges it.
    onSuccess: TaxConnect.forwardCode('/callback'),
    onExit: ({ reason }) => {
      status.textContent = `Not connected: ${reason}`;
    },
  }).finished.then(({ status: result }) => {
    if (result === 'connected') status.textContent = 'Connected';
  });
});
