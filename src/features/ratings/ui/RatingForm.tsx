import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallback } from 'react';
import { formatCount } from '../../../shared/german.ts';
import { callApi } from '../../../web/calls/api.ts';
import { useSubmit } from '../../../web/calls/useSubmit.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import { CounterField } from '../../../web/ui/fields/CounterField.tsx';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { rateCoaching, toSubmission } from '../contract.ts';
import { maxTextLength, topics, wishSections, type Rating } from '../rules.ts';
import { StarSection } from './StarSection.tsx';
import { TopicList } from './TopicList.tsx';
import { useRatingDraft } from './useRatingDraft.ts';
import { VoucherNote } from './VoucherNote.tsx';

const failureMessage = 'Fehler beim Senden der Bewertung. Bitte versuchen Sie es später erneut.';

/** The form for a rating (reference 6.2). If sending fails, the error stays visible until the next attempt. */
export function RatingForm({ appointment, onRated }: { appointment: number; onRated: () => Promise<void> }) {
  const { rating, change, discard } = useRatingDraft(appointment);
  const changeStars = useCallback((stars: Rating['stars']) => change({ stars }), [change]);
  const changeTopics = useCallback((chosenTopics: Rating['topics']) => change({ topics: chosenTopics }), [change]);
  const changeWishes = useCallback((wishes: Rating['wishes']) => change({ wishes }), [change]);

  const send = async () => {
    await callApi(rateCoaching, toSubmission(appointment, rating));
    discard();
    await onRated();
    // Shown only once the list has been refetched. Until then, the button shows that the rating is being sent.
    toast.success('Bewertung erfolgreich gesendet', 'rating');
  };
  const { busy, failure, submit } = useSubmit(send, () => toast.error(failureMessage, 'rating'));

  return (
    <>
      <StarSection stars={rating.stars} onChange={changeStars} />
      <CounterField
        label="Persönliches Feedback"
        helperText="Freiwillig"
        value={rating.personalFeedback}
        onChange={(personalFeedback) => change({ personalFeedback })}
        max={maxTextLength}
      />
      <TopicList
        title="Worüber hast du mit deinem Coach gesprochen?"
        level="h3"
        topics={topics}
        chosenTopics={rating.topics}
        onChange={changeTopics}
      />
      <Box component="section" sx={{ display: 'grid', gap: 5 }}>
        <Typography variant="h3">Welche Themen wünschst du dir noch?</Typography>
        {wishSections.map(({ title, wishes }) => (
          <TopicList
            key={title}
            title={title}
            level="h4"
            topics={wishes}
            chosenTopics={rating.wishes}
            onChange={changeWishes}
          />
        ))}
        <CounterField
          label="Meine Themenwünsche"
          helperText="Freiwillig"
          value={rating.freeText}
          onChange={(freeText) => change({ freeText })}
          max={maxTextLength}
        />
      </Box>
      <VoucherNote />
      <div>
        {failure !== null && <ErrorNotice error={failure} message={failureMessage} />}
        <BusyButton
          busy={busy}
          busyText="Bewertung wird gesendet..."
          disabledReason={missingStarsReason(rating.stars)}
          onClick={() => void submit()}
        >
          Bewertung abschicken
        </BusyButton>
      </div>
    </>
  );
}

/** Returns the reason why the rating cannot be sent yet; '' if every statement has stars. */
function missingStarsReason(stars: readonly number[]): string {
  const missingCount = stars.filter((value) => value === 0).length;
  return missingCount === 0 ? '' : `Bei ${formatCount(missingCount, 'Aussage fehlen', 'Aussagen fehlen')} noch Sterne.`;
}
