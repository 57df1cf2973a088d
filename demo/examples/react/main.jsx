import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConnectButton } from './connect-button.jsx';

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <ConnectButton />
  </StrictMode>,
);
