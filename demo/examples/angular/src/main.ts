import { bootstrapApplication } from '@angular/platform-browser';
import { ConnectButton } from './connect-button';

bootstrapApplication(ConnectButton);
