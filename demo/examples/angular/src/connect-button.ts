import { Component, signal } from '@angular/core';
import { type ConnectSession, forwardCode, open } from 'tax-connect';

@Component({
  selector: 'app-root',
  template: `
    <button type="button" (click)="connect()">Connect your tax account</button>
    <p role="status">{{ status() }}</p>
  `,
})
export class ConnectButton {
  readonly status = signal('');
  readonly #forward = forwardCode('/callback');
  #session: ConnectSession | undefined;

  connect() {
    this.#session = open({
      clientId: 'test_app',
      connectUrl: 'http://localhost:4400/connect',
      // Posts the code to the backend, which exchanges it.
      onSuccess: async (result) => {
        await this.#forward(result);
        this.status.set('Connected');
      },
      onExit: ({ reason }) => this.status.set(`Not connected: ${reason}`),
    });
  }

  ngOnDestroy() {
    this.#session?.close();
  }
}
