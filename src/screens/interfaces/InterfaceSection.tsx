import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { CopyField } from '../../web/ui/fields/CopyField.tsx';
import { Section } from '../../web/ui/layout/Section.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';

/** A secret that was just created, with the sentences above the field to copy it from. */
export interface NewSecret extends Pick<ComponentProps<typeof CopyField>, 'label' | 'value' | 'subject' | 'pronoun'> {
  title: string;
  hint: string;
}

interface Props {
  id: string;
  title: string;
  explanation: string;
  list: Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'isPending' | 'refetch'>;
  /** The text of the button that opens the form for a new entry. */
  createLabel: string;
  onCreate: () => void;
  /** The secret that was just created; null for none. */
  secret: NewSecret | null;
  /** The entries, and the dialogs. */
  children: ReactNode;
}

/** A section of the page that lists what was set up for other systems, with a button to create one more. */
export function InterfaceSection({ id, title, explanation, list, createLabel, onCreate, secret, children }: Props) {
  return (
    <Section id={id} title={title}>
      <Typography sx={{ maxWidth: '60ch', mb: 4 }}>{explanation}</Typography>
      {list.isError && <ErrorNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading blocks={2} height={60} />}
      {list.data !== undefined && (
        <Button variant="contained" onClick={onCreate}>
          {createLabel}
        </Button>
      )}
      {secret && (
        <Box sx={{ mt: 5 }}>
          <Notice kind="warning" title={secret.title}>
            {secret.hint}
          </Notice>
          <CopyField
            key={secret.value}
            label={secret.label}
            value={secret.value}
            copyLabel="Kopieren"
            subject={secret.subject}
            pronoun={secret.pronoun}
          />
        </Box>
      )}
      {children}
    </Section>
  );
}
