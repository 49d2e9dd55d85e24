import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import LandingPage from '../accounts/ui/LandingPage.tsx';
import { Frame } from './Frame.tsx';
import { LoginContext } from './login.ts';
import { makeTheme } from './theme.ts';

/**
 * The start page as a signed-out visitor first sees it, drawn while the product is built (`scripts/door.ts`): markup, and
 * its styles apart, since the policy of the page admits no inline ones. The server sends it with the page's address, so
 * that the first paint waits for no script; main.tsx puts the living page in its place.
 */
export function drawDoor(): { markup: string; styles: string } {
  const drawn = renderToStaticMarkup(
    <ThemeProvider theme={makeTheme()} defaultMode="system" noSsr>
      <CssBaseline />
      <MemoryRouter>
        <LoginContext value={() => undefined}>
          <Frame>
            <LandingPage />
          </Frame>
        </LoginContext>
      </MemoryRouter>
    </ThemeProvider>,
  );
  const styles: string[] = [];
  const markup = drawn.replace(/<style[^>]*>(.*?)<\/style>/gs, (_, rules: string) => {
    styles.push(rules);
    return '';
  });
  return { markup, styles: styles.join('') };
}
