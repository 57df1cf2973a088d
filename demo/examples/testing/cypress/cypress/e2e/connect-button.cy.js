import { fakeSdk } from '../fake-sdk.js';

beforeEach(() => {
  const headers = { 'Content-Type': 'text/javascript' };
  cy.intercept('**/tax-connect/dist/index.js', { headers, body: fakeSdk });
  cy.intercept({ method: 'POST', pathname: '/callback' }, { statusCode: 204 }).as('callback');
  cy.visit('index.html');
  cy.contains('button', 'Connect your tax account').click();
});

it('says that the account is connected, once the backend has its code', () => {
  cy.window()
    .its('fakeConnect')
    .then((fakeConnect) => fakeConnect.last.succeed('the_code'));

  cy.wait('@callback').its('request.url').should('include', '/callback?code=the_code');
  cy.get('[role=status]').should('have.text', 'Connected.');
});

it('says why it is not', () => {
  cy.window()
    .its('fakeConnect')
    .then((fakeConnect) => fakeConnect.last.fail('popup_blocked'));

  cy.get('[role=status]').should('have.text', 'Not connected: popup_blocked.');
});

it('says nothing to a user who closes the modal, and lets them try again', () => {
  cy.get('button').should('be.disabled');
  cy.window()
    .its('fakeConnect')
    .then((fakeConnect) => fakeConnect.last.close());

  cy.get('button').should('be.enabled');
  cy.get('[role=status]').should('have.text', '');
});
