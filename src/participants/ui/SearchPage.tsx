import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { roleOfId } from '../../shared/roles.ts';
import { renew, useAsk } from '../../web/query.ts';
import { useSession } from '../../web/session.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { Pager } from '../../web/ui/Pager.tsx';
import { searchAll, searchOwn } from '../contract.ts';
import { searchMistakes } from '../rules.ts';
import { ParticipantCard } from './ParticipantCard.tsx';

const pageSize = 5;
const statuses = [
  { name: 'aktiv', status: 0, count: 'active' },
  { name: 'inaktiv', status: 1, count: 'inactive' },
] as const;

/**
 * The search for participants (spec coach §2): a coach's own ones, everybody for speed coaches and admins. Text
 * (`suche`), the statuses left out (`ohne`) and page (`seite`) stand in the address.
 */
export default function SearchPage() {
  const { user } = useSession();
  const everybody = Boolean(user?.isSpeedCoach) || (user !== null && roleOfId(user.role.value) === 'admin');
  const [params, setParams] = useSearchParams();
  const search = params.get('suche') ?? '';
  const without = (params.get('ohne') ?? '').split(',');
  const answer = useAsk(
    everybody ? searchAll : searchOwn,
    { searchString: search },
    { enabled: search !== '' && searchMistakes({ searchString: search }).length === 0 },
  );
  const change = (values: Record<string, string>) => {
    const next = { suche: search, ohne: params.get('ohne') ?? '', ...values };
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), {
      replace: values['suche'] === undefined,
      preventScrollReset: true,
    });
  };
  const toggle = (name: string, on: boolean) => {
    const left = statuses.map((one) => one.name).filter((one) => (one === name ? !on : without.includes(one)));
    change({ ohne: left.join(',') });
  };

  const counts = answer.data?.meta.counts;
  const hits = answer.data?.data.filter(({ status }) => !without.includes(statuses[status].name)) ?? [];
  const pages = Math.max(1, Math.ceil(hits.length / pageSize));
  const page = Math.min(Math.max(1, Math.trunc(Number(params.get('seite'))) || 1), pages);
  const first = (page - 1) * pageSize;
  const shown = hits.slice(first, first + pageSize);
  return (
    <>
      <PageHeader title="Teilnehmersuche">
        {everybody
          ? 'Gesucht wird unter allen Teilnehmer:innen, nach Namen oder E-Mail-Adresse.'
          : 'Gesucht wird unter allen, die einen Termin mit dir haben oder hatten, nach Namen oder E-Mail-Adresse.'}
      </PageHeader>
      <SearchField
        key={search}
        first={search}
        busy={answer.isFetching}
        onSearch={(text) => {
          if (text === search) void answer.refetch();
          change({ suche: text });
        }}
      />
      <Box role="group" aria-label="Status" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, mb: 4 }}>
        {statuses.map(({ name, count }) => (
          <FormControlLabel
            key={name}
            label={counts ? `${name} (${counts[count].toLocaleString('de-DE')})` : name}
            control={
              <Checkbox checked={!without.includes(name)} onChange={({ target }) => toggle(name, target.checked)} />
            }
          />
        ))}
      </Box>
      {answer.isError && <ErrorNotice error={answer.error} retry={() => void answer.refetch()} />}
      {answer.isLoading && <Loading blocks={pageSize} height={72} />}
      {answer.data && hits.length === 0 && (
        <EmptyState picture="lens" title="Es konnten keine Teilnehmer:in gefunden werden">
          Prüfe die Schreibweise oder suche nach der E-Mail-Adresse.
        </EmptyState>
      )}
      {answer.data && hits.length > 0 && (
        <>
          {answer.data.meta.total > answer.data.data.length && (
            <Typography sx={{ mb: 4 }}>
              Es werden die ersten {answer.data.data.length} von {answer.data.meta.total.toLocaleString('de-DE')}{' '}
              gezeigt. Suche genauer, um die übrigen zu finden.
            </Typography>
          )}
          <Box
            component="ul"
            aria-label="Gefundene Teilnehmer:innen"
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}
          >
            {shown.map((participant) => (
              <ParticipantCard
                key={participant.participantId}
                participant={participant}
                onChanged={() => void renew(searchOwn, searchAll)}
              />
            ))}
          </Box>
          <Pager
            label="Gefundene Teilnehmer:innen"
            page={page}
            pages={pages}
            first={first}
            shown={shown.length}
            total={hits.length}
            onChange={(chosen) => change({ seite: chosen === 1 ? '' : String(chosen) })}
          />
        </>
      )}
    </>
  );
}

interface FieldProps {
  first: string;
  busy: boolean;
  onSearch: (text: string) => void;
}

function SearchField({ first, busy, onSearch }: FieldProps) {
  const [typed, setTyped] = useState(first);
  const [mistake, setMistake] = useState('');
  const text = typed.trim();
  return (
    <Box
      component="form"
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!text || busy) return;
        const [found] = searchMistakes({ searchString: text });
        setMistake(found?.message ?? '');
        if (!found) onSearch(text);
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start', mb: 2 }}
    >
      <TextField
        label="Teilnehmer:in suchen"
        type="search"
        autoComplete="off"
        value={typed}
        error={mistake !== ''}
        helperText={mistake}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        onChange={({ target }) => {
          setTyped(target.value);
          setMistake('');
        }}
        sx={{ flex: '1 1 260px', maxWidth: 480 }}
      />
      <Box sx={{ pt: { sm: 1.5 } }}>
        <BusyButton
          type="submit"
          busy={busy}
          busyText="Suche Teilnehmer:in ..."
          disabledReason={text ? '' : 'Gib zuerst einen Namen oder eine E-Mail-Adresse ein.'}
          reasonHidden
        >
          Suchen
        </BusyButton>
      </Box>
    </Box>
  );
}
