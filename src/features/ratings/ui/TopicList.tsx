import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { memo, useId } from 'react';

interface Props {
  title: string;
  /** The level of the heading in the dialog. */
  level: 'h3' | 'h4';
  topics: readonly string[];
  /** May contain topics of other lists, which stay chosen. */
  chosenTopics: readonly string[];
  onChange: (chosenTopics: readonly string[]) => void;
}

/** A list of topics with checkboxes. */
export const TopicList = memo(function TopicList({ title, level, topics, chosenTopics, onChange }: Props) {
  const id = useId();
  const toggle = (topic: string) =>
    onChange(chosenTopics.includes(topic) ? chosenTopics.filter((other) => other !== topic) : [...chosenTopics, topic]);
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography
        id={id}
        component={level}
        variant={level === 'h3' ? 'h3' : 'body1'}
        sx={level === 'h3' ? {} : { fontWeight: 600 }}
      >
        {title}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 4, mt: 1 }}>
        {topics.map((topic) => (
          <FormControlLabel
            key={topic}
            label={topic}
            control={<Checkbox checked={chosenTopics.includes(topic)} onChange={() => toggle(topic)} />}
          />
        ))}
      </Box>
    </Box>
  );
});
