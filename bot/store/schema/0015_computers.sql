-- Computers play: who they are stands in players.computer, what they did in plies with the source 'computer'.

ALTER TABLE matches ADD COLUMN computer_seed INTEGER; -- secret; what their decisions are drawn from, not the cards
