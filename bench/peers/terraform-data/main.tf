# Terraform's own resource: a set that is kept in the state, and nothing else.
resource "terraform_data" "list" {
  input = toset(split("\n", trimspace(file("${path.module}/entries.txt"))))
}
