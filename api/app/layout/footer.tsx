/** The choice of colours shows with the script only, which keeps it in the browser. */
export const Footer = () => (
  <footer class="foot">
    <p>Talonario</p>
    <fieldset class="theme" data-theme-choice hidden>
      <legend class="unseen">Colores</legend>
      {[
        ["auto", "Según el sistema"],
        ["light", "Claro"],
        ["dark", "Oscuro"],
      ].map(([theme, words]) => (
        <button type="button" data-theme-set={theme} aria-pressed="false">
          {words}
        </button>
      ))}
    </fieldset>
  </footer>
);
