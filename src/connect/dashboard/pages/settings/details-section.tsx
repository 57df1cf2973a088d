import type { Application } from '../../../shapes/dashboard-answers.ts';
import { api } from '../../api.ts';
import { type Setting, SettingsSection } from './settings-form.tsx';

/** A form for what people see of the application in Connect: its name, accent and support. */
export function DetailsSection({ application }: { readonly application: Application }) {
  const { client_id: id, name } = application;
  const settings: readonly Setting[] = [
    {
      id: 'rename',
      label: 'Name',
      initial: name,
      hint: 'People see it when they connect. Up to 100 characters.',
      save: (text) => (text === '' ? 'Enter a name.' : api.rename(id, text)),
    },
    {
      id: 'accent-color',
      label: 'Accent',
      type: 'color',
      initial: application.accent_color ?? '',
      hint: 'The colour of buttons and links on your Connect pages, such as #0b6e4f.',
      maxLength: 7,
      isOptional: true,
      save: (text) => api.setBrand(id, { accent_color: text || null }),
    },
    {
      id: 'support-url',
      label: 'Support URL',
      initial: application.support_url ?? '',
      hint: 'People get it when they need your help.',
      type: 'url',
      maxLength: 2000,
      isOptional: true,
      save: (text) => api.setBrand(id, { support_url: text || null }),
    },
  ];
  return (
    <SettingsSection
      id="details"
      title="Details"
      application={application}
      settings={settings}
      button="Save details"
      saved="The details are saved."
    />
  );
}
