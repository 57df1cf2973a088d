import { connect, WindowMessenger } from 'penpal';
import { sayLoaded, sendCodeLater } from './harness.js';

sayLoaded();
const messenger = new WindowMessenger({ remoteWindow: parent, allowedOrigins: ['*'] });
const host = await connect({ messenger }).promise;
sendCodeLater((code) => host.receiveCode(code));
